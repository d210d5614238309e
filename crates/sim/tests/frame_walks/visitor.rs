//! A visitor who wants something, and goes on honestly until they have it: in a number of acts that is known.

use protocol::caip::ChainId;
use protocol::frame::answer::Answer;
use protocol::frame::message::FrameView;
use protocol::frame::request::Request;
use runtime::Secret;
use sim::frame_server::CODE;
use sim::frame_visit::ANN;
use vault::{Fault, Intent, SettingsStep, SignInStep, State};

use crate::world::World;

/// The place in which words show.
const PLACE: &str = "words";
/// After how many acts a visitor is where they want to be. One who brings a wallet back tries each code that they ever
/// wrote down.
const MOST_ACTS: usize = 12;

impl World {
    /// They sign in, if they have to: the page knows them, and their address, in the end.
    pub fn come_in(&mut self) -> Result<(), String> {
        let mut tried = 0;
        if self.is_in() {
            return self.judge();
        }
        self.come_to_email();
        for _ in 0..MOST_ACTS + self.codes.len() {
            self.judge()?;
            let state = self.state();
            if state.approval.is_some() {
                self.refuse();
                continue;
            }
            if state.screen.view.is_none() {
                if self.is_in() {
                    return self.judge();
                }
                self.come_to_email();
                continue;
            }
            match (state.sign_in.step, state.sign_in.fault) {
                (SignInStep::Email, _) => {
                    self.does(&Intent::SubmitEmail { email: ANN.to_owned() });
                }
                (SignInStep::Otp, _) => self.does(&Intent::SubmitOtp { otp: CODE.to_owned() }),
                (SignInStep::Choose { is_sign_in_enough }, _) => {
                    let is_enough = is_sign_in_enough;
                    self.does(if is_enough { &Intent::ChooseSignIn } else { &Intent::ChooseCode });
                }
                (SignInStep::Code, _) => self.write_down(),
                (SignInStep::Recover { .. }, _) => {
                    let code = self.codes.iter().rev().nth(tried).cloned();
                    tried += 1;
                    let Some(code) = code else {
                        return Err(format!("the wallet is lost, with codes {:?}", self.codes));
                    };
                    self.does(&Intent::SubmitCode { secret: Secret::new(code) });
                }
                (SignInStep::Opening, Some(Fault::Offline)) => self.does(&Intent::Retry),
                (SignInStep::Opening | SignInStep::Device, _) => self.come_to_email(),
            }
        }
        Err(format!("they do not come in: {:?}", self.state().sign_in))
    }

    /// Whether the page knows them, and their address.
    fn is_in(&mut self) -> bool {
        let Some(Ok(Answer::Connected { is_connected: true })) = self.asks(&Request::IsConnected)
        else {
            return false;
        };
        matches!(self.asks(&get_user()), Some(Ok(Answer::User(_))))
    }

    fn come_to_email(&mut self) {
        self.shows(None);
        self.shows(Some(FrameView::EmailLogin));
    }

    /// They write down the recovery code that shows, and say so.
    pub fn write_down(&mut self) {
        self.codes.extend(self.visit.shown(PLACE));
        self.does(&Intent::KeepCode);
    }

    /// They have a message signed that the page requests.
    pub fn sign(&mut self) -> Result<(), String> {
        for _ in 0..MOST_ACTS {
            self.come_in()?;
            let id = self.asks_to_sign();
            // What the browser has no share for any more can be approved once more, and others may wait before it.
            for _ in 0..MOST_ACTS {
                self.judge()?;
                match self.taken(id) {
                    Some(Ok(_)) => return self.judge(),
                    Some(Err(_)) => break,
                    None => self.approve(),
                }
            }
            self.refuse_all();
        }
        Err(format!("nothing is signed: {:?}", self.state()))
    }

    /// They refuse all that shows.
    pub fn refuse_all(&mut self) {
        while self.state().approval.is_some() {
            self.refuse();
        }
    }

    /// They see the words of their wallet.
    pub fn see_words(&mut self) -> Result<(), String> {
        for _ in 0..3 {
            self.come_in()?;
            self.shows(Some(FrameView::WalletSettings));
            self.does(&Intent::WantWords);
            let mut tried = 0;
            for _ in 0..MOST_ACTS + self.codes.len() {
                self.judge()?;
                let State { screen, settings, .. } = self.state();
                // The page may have been left meanwhile.
                if screen.view != Some(FrameView::WalletSettings) {
                    break;
                }
                match settings.step {
                    SettingsStep::Prove => {
                        self.does(&Intent::SubmitProof { otp: CODE.to_owned() });
                    }
                    SettingsStep::Recover => {
                        let code = self.codes.iter().rev().nth(tried).cloned();
                        tried += 1;
                        let lost = || format!("the wallet is lost: {:?}", settings.fault);
                        let secret = Secret::new(code.ok_or_else(lost)?);
                        self.does(&Intent::SubmitCode { secret });
                    }
                    SettingsStep::Words => {
                        let words = self.visit.shown(PLACE);
                        self.does(&Intent::HideWords);
                        self.shows(None);
                        if let Some(words) = words {
                            self.sees(words);
                            return self.judge();
                        }
                    }
                    SettingsStep::Overview | SettingsStep::Code => break,
                }
            }
            self.shows(None);
        }
        Err(format!("the words do not show: {:?}", self.state().settings))
    }

    /// They sign out.
    pub fn sign_out(&mut self) -> Result<(), String> {
        // The page that asked may be gone before it hears of it.
        while self.asks(&Request::SignOut).is_none() {}
        self.asks(&Request::IsConnected);
        self.judge()
    }
}

/// Who it is.
pub fn get_user() -> Request {
    Request::GetUser { chain: Some(ChainId::eip155(1)), preferred: None }
}
