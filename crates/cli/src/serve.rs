//! The subcommands around the server: serve, worker, namer, doctor, openapi.

use std::process::ExitCode;

use nomina_server::app::doctor::{self, Mark};
use nomina_server::app::namer::NamerConfig;
use nomina_server::app::state::AppState;
use nomina_server::app::{admin, router as document, serve as server};
use nomina_server::base::config::{Config, Switch};
use nomina_server::base::logs;
use nomina_server::features::billing;
use nomina_server::features::emails::mailbox;

use crate::heap;
use crate::lines::print;
use crate::outcome::Outcome;
use crate::runtime::runtime;

pub(crate) fn serve(config: Config) -> Outcome {
    // 1. settings and logs, 2. the port, 3. data, 4. say where, 5. serve until told to stop
    prepare(&config)?;
    runtime()?.block_on(async {
        let listener = server::listen(config.listen).await.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let admin = match config.admin_address() {
            Some(address) => Some(server::listen(address).await.map_err(|error| error.to_string())?),
            None => None,
        };
        let config = Config { listen: address, ..config };
        let state = AppState::open(config).await.map_err(|error| error.to_string())?;
        server::stop_on_signal(&state);
        if let Some(admin) = admin {
            tokio::spawn(admin::serve(state.clone(), admin));
        }
        print(&greeting(&state.config, &mailbox::path(&state)))?;
        billing::announce(&state.billing);
        server::serve(state, listener).await;
        Ok(ExitCode::SUCCESS)
    })
}

/// The queue without the web: any number of these may run on one database, each with as many images at once as
/// PROCESS_PLACES says.
pub(crate) fn worker(mut config: Config) -> Outcome {
    // A setting for servers, which often share their environment with workers.
    config.runs.batch_work = Switch::On;
    prepare(&config)?;
    runtime()?.block_on(async {
        let state = AppState::open(config).await.map_err(|error| error.to_string())?;
        server::stop_on_signal(&state);
        print(&format!(
            "Nomina works on the queue, {} images at once (stop with Ctrl+C)\n",
            state.processing.pool.slots()
        ))?;
        billing::announce(&state.billing);
        server::work(state).await;
        Ok(ExitCode::SUCCESS)
    })
}

/// The model for other machines, and nothing else.
pub(crate) fn namer(config: &NamerConfig) -> Outcome {
    heap::keep_little();
    if let Some(fault) = config.fault() {
        return Err(fault);
    }
    logs::start(&config.logs)?;
    runtime()?.block_on(async {
        let listener = server::listen(config.listen).await.map_err(|error| error.to_string())?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        print(&format!("Nomina names images for other servers at http://{address} (stop with Ctrl+C)\n"))?;
        server::serve_namer(config, listener).await;
        Ok(ExitCode::SUCCESS)
    })
}

fn prepare(config: &Config) -> Result<(), String> {
    heap::keep_little();
    match config.faults().into_iter().next() {
        Some(fault) => Err(fault),
        None => logs::start(&config.logs),
    }
}

/// Where the server is, and where its mails go when it is not a mail server.
fn greeting(config: &Config, mailbox: &str) -> String {
    let url = config.public_url();
    let mails = if config.has_mailbox() {
        format!(
            "Mails are not sent but shown on this machine only, at {url}{mailbox} (SMTP_URL is not set)\n"
        )
    } else if config.mail.smtp_url.is_empty() {
        "No mail can be sent and nobody can sign up: set SMTP_URL\n".to_owned()
    } else {
        String::new()
    };
    format!("Nomina runs at {url} (stop with Ctrl+C)\n{mails}")
}

pub(crate) fn doctor(config: &Config) -> Outcome {
    let findings = runtime()?.block_on(doctor::examine(config));
    print(&doctor::report(&findings))?;
    let broken = findings.iter().any(|finding| finding.mark == Mark::Bad);
    Ok(if broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

pub(crate) fn openapi() -> Outcome {
    print(&document::document_text())?;
    Ok(ExitCode::SUCCESS)
}
