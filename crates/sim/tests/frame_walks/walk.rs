//! A walk: a visitor, a page and a browser that do anything at any moment.

use protocol::api::vault::RecoveryPolicy;
use protocol::caip::ChainId;
use protocol::frame::message::FrameView;
use protocol::frame::request::Request;
use runtime::Secret;
use sim::frame_server::CODE;
use sim::frame_visit::ANN;
use sim::walking::Walking;
use sim::{Chance, Step};
use vault::{Intent, SettingsStep, SignInStep, State};
use wire::{Json, tree};

use crate::visitor::get_user;
use crate::world::{LOST, Lost, World};

/// A code that was not mailed.
const OTHER_CODE: &str = "654321";

pub struct FrameWalk {
    world: World,
    chance: Chance,
    steps: Vec<Step>,
}

impl Walking for FrameWalk {
    fn start(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let policy =
            chance.pick(&[RecoveryPolicy::Automatic, RecoveryPolicy::Ask, RecoveryPolicy::Own]);
        FrameWalk { world: World::new(policy), chance, steps: Vec::new() }
    }

    fn step(&mut self) -> Result<(), String> {
        if self.chance.one_in(4) {
            self.lose();
            self.world.judge()?;
        }
        let view = view(&self.world.state());
        let act = self.act()?;
        self.world.judge()?;
        self.steps.push((view, act.to_owned(), outcome(&self.world.state())));
        Ok(())
    }

    /// All is well again, and the visitor goes on honestly.
    fn finish(&mut self) -> Result<(), String> {
        self.heal();
        self.world.sign()?;
        self.world.see_words()?;
        self.world.sign_out()?;
        self.world.sign()
    }

    fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn told(&mut self) -> String {
        format!("asked {:?}\nsaid {:#?}", self.world.server.asked, self.world.visit.page.said)
    }
}

impl FrameWalk {
    fn act(&mut self) -> Result<&'static str, String> {
        match self.chance.below(18) {
            0..=8 => Ok(self.visitor()),
            9..=11 => Ok(self.page()),
            12 => Ok(self.server()),
            13 => Ok(self.time()),
            14 => {
                self.world.reload();
                Ok("reload")
            }
            _ => {
                self.heal();
                self.world.come_in()?;
                Ok("go on")
            }
        }
    }

    /// The browser loses something, as it does at any moment.
    fn lose(&mut self) {
        let what = self.chance.pick(&LOST);
        let name = match what {
            Lost::All => "lose all",
            Lost::Sealed => "lose what is sealed",
            Lost::Key => "lose the key",
            Lost::Session => "lose the session",
            Lost::Share => "lose the share",
            Lost::Dealings => "lose the dealings",
        };
        let view = view(&self.world.state());
        self.world.lose(what);
        if self.chance.one_in(2) {
            self.world.reload();
        }
        self.steps.push((view, name.to_owned(), outcome(&self.world.state())));
    }

    /// What fits what shows, and now and then what does not.
    fn visitor(&mut self) -> &'static str {
        let state = self.world.state();
        if self.chance.one_in(8) {
            return self.out_of_place();
        }
        match state.screen.view {
            Some(FrameView::ApproveTransaction) if self.chance.one_in(3) => {
                self.world.refuse();
                "refuse"
            }
            Some(FrameView::ApproveTransaction) => {
                self.world.approve();
                "approve"
            }
            Some(FrameView::WalletSettings) => self.in_settings(state.settings.step),
            Some(_) => self.signing_in(&state.sign_in.step),
            None => {
                let is_in = self.chance.one_in(2);
                let view = if is_in { FrameView::WalletSettings } else { FrameView::EmailLogin };
                self.world.shows(Some(view));
                if is_in { "open settings" } else { "open sign-in" }
            }
        }
    }

    fn signing_in(&mut self, step: &SignInStep) -> &'static str {
        match step {
            SignInStep::Email | SignInStep::Device => self.enter_email(),
            SignInStep::Otp => match self.chance.below(6) {
                0 => self.enter_code(OTHER_CODE),
                1 => self.does(&Intent::Resend, "resend"),
                _ => self.enter_code(CODE),
            },
            SignInStep::Choose { .. } => self.choose(),
            SignInStep::Code if self.chance.one_in(4) => {
                self.does(&Intent::HideWords, "another choice")
            }
            SignInStep::Code => {
                self.world.write_down();
                "keep code"
            }
            SignInStep::Opening => self.does(&Intent::Retry, "retry"),
            SignInStep::Recover { .. } => self.submit_words(),
        }
    }

    fn in_settings(&mut self, step: SettingsStep) -> &'static str {
        match (step, self.chance.below(8)) {
            (_, 0) => {
                self.world.shows(None);
                "close"
            }
            (SettingsStep::Words, _) => {
                // A recovery code that was drawn meanwhile, out of place, has twice as many.
                let words = self.world.visit.shown("words");
                if let Some(words) = words.filter(|it| it.split(' ').count() == 12) {
                    self.world.sees(words);
                }
                self.does(&Intent::HideWords, "hide words")
            }
            (SettingsStep::Code, _) => {
                self.world.write_down();
                "keep code"
            }
            (SettingsStep::Prove, 1) => self.prove(OTHER_CODE),
            (SettingsStep::Prove, _) => self.prove(CODE),
            (SettingsStep::Recover, _) => self.submit_words(),
            (SettingsStep::Overview, 1) => self.does(&Intent::Forget, "forget"),
            (SettingsStep::Overview, 2) => self.does(&Intent::RevokeSession { id: None }, "revoke"),
            (SettingsStep::Overview, 3) => self.does(&Intent::WantAutomatic, "want automatic"),
            (SettingsStep::Overview, 4 | 5) => self.does(&Intent::DrawCode, "draw code"),
            (SettingsStep::Overview, _) => self.does(&Intent::WantWords, "want words"),
        }
    }

    fn out_of_place(&mut self) -> &'static str {
        match self.chance.below(6) {
            0 => self.enter_email(),
            1 => self.enter_code(CODE),
            2 => self.choose(),
            3 => self.does(&Intent::Retry, "retry"),
            4 => self.does(&Intent::HideWords, "hide words"),
            _ => {
                self.world.write_down();
                "keep code"
            }
        }
    }

    fn enter_email(&mut self) -> &'static str {
        self.does(&Intent::SubmitEmail { email: ANN.to_owned() }, "e-mail")
    }

    fn enter_code(&mut self, otp: &str) -> &'static str {
        let name = if otp == CODE { "code" } else { "wrong code" };
        self.does(&Intent::SubmitOtp { otp: otp.to_owned() }, name)
    }

    fn prove(&mut self, otp: &str) -> &'static str {
        let name = if otp == CODE { "prove" } else { "prove wrongly" };
        self.does(&Intent::SubmitProof { otp: otp.to_owned() }, name)
    }

    fn choose(&mut self) -> &'static str {
        if self.chance.one_in(2) {
            self.does(&Intent::ChooseSignIn, "choose sign-in")
        } else {
            self.does(&Intent::ChooseCode, "choose code")
        }
    }

    /// One of the recovery codes that they wrote down, or what is none: where words are asked for, and nowhere else.
    fn submit_words(&mut self) -> &'static str {
        let odd = "abandon ".repeat(23) + "art";
        let all = [self.world.codes.clone(), vec![odd]].concat();
        let code = self.chance.pick(&all);
        self.does(&Intent::SubmitCode { secret: Secret::new(code) }, "recovery code")
    }

    fn does(&mut self, intent: &Intent, name: &'static str) -> &'static str {
        self.world.does(intent);
        name
    }

    fn page(&mut self) -> &'static str {
        let fields = self.world.state().screen.view.is_none();
        let (request, name) = match self.chance.below(12) {
            0 => (get_user(), "who is it"),
            1 => {
                let chain = ChainId::parse("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp");
                (Request::GetUser { chain, preferred: None }, "who is it on Solana")
            }
            2 => (Request::IsConnected, "is somebody in"),
            3 => (Request::SignOut, "sign out"),
            4 => (Request::RpcAbort, "abort"),
            5 => (Request::Show { view: None }, "no room"),
            // A page has the fields, or has the frame show them.
            6 if fields => (Request::ConnectEmail { email: ANN.to_owned() }, "hand on e-mail"),
            7 => (Request::ConnectOtp { otp: CODE.to_owned() }, "hand on code"),
            8 => (sim::frame_visit::rpc("eth_accounts", Json::list([])), "accounts"),
            _ => {
                self.world.asks_to_sign();
                return "sign";
            }
        };
        self.world.asks(&request);
        name
    }

    fn server(&mut self) -> &'static str {
        let server = &mut self.world.server;
        match self.chance.below(6) {
            0 | 1 => {
                server.is_down = !server.is_down;
                "down or up"
            }
            2 | 3 => {
                server.is_slow = true;
                "slow"
            }
            4 => {
                server.end_sessions();
                "sessions over"
            }
            _ => {
                self.world.take_share_back();
                "share taken back"
            }
        }
    }

    fn time(&mut self) -> &'static str {
        let ms = self.chance.pick(&[100, 1_000, 31_000, 31_000, 301_000]);
        self.world.elapse(ms);
        "time"
    }

    /// The server is there again, and nothing is late any more.
    fn heal(&mut self) {
        (self.world.server.is_down, self.world.server.is_slow) = (false, false);
        self.world.elapse(31_000);
        self.world.elapse(31_000);
    }
}

fn view(state: &State) -> String {
    state.screen.view.map_or("closed".to_owned(), |it| format!("{it:?}"))
}

/// How it stands: why the last thing did not work, or the step.
fn outcome(state: &State) -> String {
    let State { sign_in, settings, approval, screen, .. } = state;
    let fault = match screen.view {
        None => return "closed".to_owned(),
        Some(FrameView::ApproveTransaction) => approval.as_ref().and_then(|it| it.fault.as_ref()),
        Some(FrameView::WalletSettings) => settings.fault.as_ref(),
        Some(_) => sign_in.fault.as_ref(),
    };
    let word = match (fault, screen.view) {
        (Some(fault), _) => tree(fault),
        (None, Some(FrameView::ApproveTransaction)) => return "to be approved".to_owned(),
        (None, Some(FrameView::WalletSettings)) => tree(&settings.step),
        (None, _) => tree(&sign_in.step),
    };
    let tag = word.as_text().or_else(|| word.get("type")?.as_text()).unwrap_or_default();
    tag.to_owned()
}
