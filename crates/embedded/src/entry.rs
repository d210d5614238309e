//! What a person enters in fields of the page's own: handed on to the frame.

use protocol::frame::answer::Answer;
use protocol::frame::request::Request;
use protocol::module::embedded::{EmbeddedNews, Entry};

use crate::hub::Hub;

/// Hands it on, and tells what the frame says to it.
pub(crate) async fn serve(hub: Hub, id: u32, what: Entry) {
    let request = match what {
        Entry::Email { email } => Request::ConnectEmail { email },
        Entry::Device => Request::ConnectDevice,
        Entry::Otp { otp } => Request::ConnectOtp { otp },
    };
    hub.answer(
        id,
        &match hub.request(&request, None).await {
            Ok(Answer::Connecting { action, number }) => {
                EmbeddedNews::Entered { action: Some(action), number }
            }
            Ok(_) => EmbeddedNews::Entered { action: None, number: None },
            Err(error) => EmbeddedNews::Refused { error },
        },
    );
}
