//! The client and every provider against a service that misbehaves in each way a real one does. Time is paused: waits
//! and time-outs are exact and cost none.
#![cfg(feature = "network")]

mod service;

use nomina_rules::language::{Language, Spelling};
use nomina_vision::Description;
use nomina_vision::providers::{
    Anthropic, Ask, Client, Gemini, Key, Mistral, OpenAi, Provider, ProviderError, Settings,
};
use serde_json::json;
use service::{Act, Service};
use std::time::Duration;
use tokio::time::Instant;

const PLAIN: Spelling = Spelling { language: Language::En, keep_accents: false };
const ASK: Ask<'static> =
    Ask { image: b"picture", mime: "image/jpeg", context: None, spelling: PLAIN, again: false };
const KEY: &str = "the-key-0123456789";

/// One provider with the shapes of its answers.
struct Kind {
    label: &'static str,
    make: fn(String) -> Box<dyn Provider>,
    says: fn(&str) -> String,
    refuses: fn(&str) -> String,
}

const KINDS: [Kind; 4] = [
    Kind {
        label: "Gemini",
        make: |base_url| Box::new(Gemini { base_url, model: Gemini::MODEL.into(), key: Key::new(KEY) }),
        says: |text| json!({ "candidates": [{ "content": { "parts": [{ "text": text }] } }] }).to_string(),
        refuses: |why| json!({ "error": { "code": 1, "message": why, "status": "X" } }).to_string(),
    },
    Kind {
        label: "OpenAI",
        make: |base_url| {
            let (model, label) = (OpenAi::MODEL.into(), "OpenAI".into());
            Box::new(OpenAi { base_url, model, key: Some(Key::new(KEY)), label })
        },
        says: |text| json!({ "choices": [{ "message": { "content": text } }] }).to_string(),
        refuses: |why| json!({ "error": { "message": why, "type": "x" } }).to_string(),
    },
    Kind {
        label: "Anthropic",
        make: |base_url| Box::new(Anthropic { base_url, model: Anthropic::MODEL.into(), key: Key::new(KEY) }),
        says: |text| json!({ "content": [{ "type": "text", "text": text }] }).to_string(),
        refuses: |why| json!({ "type": "error", "error": { "type": "x", "message": why } }).to_string(),
    },
    Kind {
        label: "Mistral",
        make: |base_url| Box::new(Mistral { base_url, model: Mistral::MODEL.into(), key: Key::new(KEY) }),
        says: |text| json!({ "choices": [{ "message": { "content": text } }] }).to_string(),
        refuses: |why| json!({ "object": "error", "message": why, "type": "x" }).to_string(),
    },
];

impl Kind {
    fn good(&self) -> Act {
        Act::Answer(200, "", (self.says)("Red_Fox in Snow.jpg\nsecond idea"))
    }

    fn client(&self, service: &Service) -> Client {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let settings = Settings { pause: Duration::ZERO, ..Settings::default() };
        Client::new(reqwest::Client::new(), (self.make)(service.url.clone()), settings)
    }

    /// What comes of one question to a service that acts so, and how often it was asked.
    async fn ask(&self, acts: Vec<Act>) -> (Result<Description, ProviderError>, usize) {
        let service = Service::start(acts).await;
        let result = self.client(&service).describe(&ASK).await;
        (result, service.times())
    }

    /// The sentence of a failure, and how often the service was asked.
    async fn failure(&self, act: Act) -> (String, usize) {
        let (result, times) = self.ask(vec![act]).await;
        (result.unwrap_err().to_string(), times)
    }
}

#[tokio::test(start_paused = true)]
async fn a_good_answer_is_cleaned_and_the_key_travels_in_a_header_only() {
    for kind in KINDS {
        let service = Service::start(vec![kind.good()]).await;
        let described = kind.client(&service).describe(&ASK).await.unwrap();
        assert_eq!(described.name, "red-fox-in-snow");
        assert_eq!(described.alternatives, ["second-idea"]);
        let heard = service.heard().remove(0);
        let (head, body) = heard.split_once("\r\n\r\n").unwrap();
        let (line, headers) = head.split_once("\r\n").unwrap();
        assert_eq!(headers.matches(KEY).count(), 1, "{headers}");
        assert!(!line.contains(KEY) && !body.contains(KEY), "{line}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_line_that_introduces_the_name_is_not_the_name() {
    for kind in KINDS {
        let answer = Act::Answer(200, "", (kind.says)("Here is a name:\n\n`red-fox.jpg`"));
        assert_eq!(kind.ask(vec![answer]).await.0.unwrap().name, "red-fox");
    }
}

#[tokio::test(start_paused = true)]
async fn sentence_and_keywords_come_with_the_name_in_the_same_request() {
    let fields =
        json!({ "fileName": "red-fox", "altText": "A red fox.", "keywords": ["fox"], "alternatives": [] });
    for kind in KINDS {
        for text in [fields.to_string(), "red-fox\nalt: A red fox.\nkeywords: fox".to_owned()] {
            let (seen, times) = kind.ask(vec![Act::Answer(200, "", (kind.says)(&text))]).await;
            let seen = seen.unwrap();
            assert_eq!((seen.name.as_str(), seen.alt_text.as_str(), times), ("red-fox", "A red fox.", 1));
            assert_eq!(seen.keywords, ["fox"]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn services_are_asked_how_sure_they_are_and_a_lie_is_unknown() {
    let certain = [("0.4", Some(0.4)), ("40", Some(0.4)), ("1", Some(1.0))];
    let lies = ["\"rather\"", "null", "-1", "4000", "true", "[]"].map(|lie| (lie, None));
    for kind in KINDS {
        for (said, sure) in certain.into_iter().chain(lies) {
            let fields = format!(r#"{{"fileName":"red-fox","altText":"A red fox.","certainty":{said}}}"#);
            let service = Service::start(vec![Act::Answer(200, "", (kind.says)(&fields))]).await;
            let seen = kind.client(&service).describe(&ASK).await.unwrap();
            assert_eq!((seen.confidence, seen.name.as_str()), (sure, "red-fox"), "{said}");
            assert!(service.heard()[0].contains("how likely the main subject"));
        }
        let lines = Act::Answer(200, "", (kind.says)("red-fox\ncertainty: 0.4\nalt: A red fox."));
        assert_eq!(kind.ask(vec![lines]).await.0.unwrap().confidence, Some(0.4));
        let silent = Act::Answer(200, "", (kind.says)("red-fox\nalt: A red fox."));
        assert_eq!(kind.ask(vec![silent]).await.0.unwrap().confidence, None);
    }
}

/// What comes of a question for German names, and what the service heard.
async fn in_german(kind: &Kind, answers: &[&str]) -> (Result<Description, ProviderError>, Vec<String>) {
    let acts = answers.iter().map(|text| Act::Answer(200, "", (kind.says)(text))).collect();
    let service = Service::start(acts).await;
    let spelling = Spelling { language: Language::De, keep_accents: false };
    let result = kind.client(&service).describe(&Ask { spelling, ..ASK }).await;
    (result, service.heard())
}

const GERMAN: &str = "hund-auf-grüner-wiese\nalt: Ein Hund auf einer grünen Wiese.\nkeywords: Hund, Wiese";
const ENGLISH: &str =
    "dog-on-green-meadow\nalt: A dog on a green meadow with the sun behind it.\nkeywords: dog";

#[tokio::test(start_paused = true)]
async fn a_name_is_asked_for_in_its_language_and_spelled_as_that_does_it() {
    for kind in KINDS {
        let (seen, heard) = in_german(&kind, &[GERMAN]).await;
        let seen = seen.unwrap();
        assert_eq!(seen.name, "hund-auf-gruener-wiese", "{}", kind.label);
        assert_eq!(seen.alt_text, "Ein Hund auf einer grünen Wiese.");
        assert_eq!(heard.len(), 1);
        assert!(heard[0].contains("German"));
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_in_another_language_or_script_is_asked_for_again_once() {
    for kind in KINDS {
        for wrong in [ENGLISH, "собака-на-лугу\nalt: Собака на зелёном лугу."]
        {
            let (seen, heard) = in_german(&kind, &[wrong, GERMAN]).await;
            assert_eq!((seen.unwrap().name.as_str(), heard.len()), ("hund-auf-gruener-wiese", 2));
            assert!(heard[1].contains("not in German") && !heard[0].contains("not in German"));
        }
        let (stubborn, heard) = in_german(&kind, &[ENGLISH, ENGLISH, GERMAN]).await;
        assert_eq!((stubborn.unwrap().name.as_str(), heard.len()), ("dog-on-green-meadow", 2));
    }
}

#[tokio::test(start_paused = true)]
async fn a_second_question_that_fails_leaves_the_first_answer() {
    for kind in KINDS {
        let refused = Act::Answer(400, "", (kind.refuses)("no"));
        let service = Service::start(vec![Act::Answer(200, "", (kind.says)(ENGLISH)), refused]).await;
        let spelling = Spelling { language: Language::Fr, keep_accents: false };
        let seen = kind.client(&service).describe(&Ask { spelling, ..ASK }).await;
        assert_eq!((seen.unwrap().name.as_str(), service.times()), ("dog-on-green-meadow", 2));
    }
}

#[tokio::test(start_paused = true)]
async fn chatter_is_cut_and_a_refusal_is_an_invalid_name() {
    for kind in KINDS {
        let says = |text: &str| vec![Act::Answer(200, "", (kind.says)(text))];
        let chatty = kind.ask(says("Sure! Here is a filename: red-fox.jpg")).await.0;
        assert_eq!(chatty.unwrap().name, "red-fox");
        let refusal = kind.ask(says("I'm sorry, but I can't identify people.")).await.0;
        assert_eq!(refusal, Err(ProviderError::InvalidName));
    }
}

#[tokio::test(start_paused = true)]
async fn too_many_requests_waits_as_long_as_it_is_told() {
    for kind in KINDS {
        let busy = Act::Answer(429, "retry-after: 7\r\n", (kind.refuses)("slow down"));
        let start = Instant::now();
        let (result, times) = kind.ask(vec![busy, kind.good()]).await;
        assert_eq!((result.unwrap().name.as_str(), times), ("red-fox-in-snow", 2));
        assert_eq!(start.elapsed().as_secs(), 7, "{}", kind.label);
    }
}

#[tokio::test(start_paused = true)]
async fn too_many_requests_for_ever_is_said_after_three_times() {
    for kind in KINDS {
        let busy = Act::Answer(429, "retry-after: 1\r\n", (kind.refuses)("slow down"));
        let sentence = format!("{} API error: 429 - slow down", kind.label);
        assert_eq!(kind.failure(busy).await, (sentence, 3));
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_longer_than_a_batch_can_bear_is_an_error_at_once() {
    for kind in KINDS {
        let quota = Act::Answer(429, "retry-after: 3600\r\n", (kind.refuses)("quota"));
        let sentence = format!("{} API error: 429 - quota", kind.label);
        assert_eq!(kind.failure(quota).await, (sentence, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_error_is_tried_three_times_and_then_said() {
    for kind in KINDS {
        for (status, body, message) in [
            (500, "oops".to_owned(), "Unknown error"),
            (500, (kind.refuses)(""), "Unknown error"),
            (503, (kind.refuses)("overloaded"), "overloaded"),
            (529, (kind.refuses)("Overloaded"), "Overloaded"),
        ] {
            let sentence = format!("{} API error: {status} - {message}", kind.label);
            assert_eq!(kind.failure(Act::Answer(status, "", body)).await, (sentence, 3));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_refusal_is_not_tried_again() {
    for kind in KINDS {
        for status in [400, 401, 403, 404] {
            let sentence = format!("{} API error: {status} - API key not valid", kind.label);
            let refusal = Act::Answer(status, "", (kind.refuses)("API key not valid"));
            assert_eq!(kind.failure(refusal).await, (sentence, 1));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_service_that_repeats_our_key_is_not_quoted() {
    for kind in KINDS {
        for said in [format!("Incorrect key: {KEY}."), "Incorrect key: the-k*******6789.".to_owned()] {
            let (sentence, _) = kind.failure(Act::Answer(401, "", (kind.refuses)(&said))).await;
            assert!(sentence.contains("Incorrect key: ********"), "{sentence}");
            assert!(!sentence.contains("the-k") && !sentence.contains("6789"), "{sentence}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn garbage_emptiness_and_symbols_have_their_own_sentences() {
    for kind in KINDS {
        let silent = format!("No response from {} API", kind.label);
        for body in ["<html>", "", "{}", "[]", "null", "\u{0}\u{1}", &(kind.says)(""), &(kind.says)(" \n")] {
            let (sentence, times) = kind.failure(Act::Answer(200, "", body.to_owned())).await;
            assert_eq!((sentence, times), (silent.clone(), 1), "{body}");
        }
        let endless = kind.failure(Act::Answer(200, "", (kind.says)(&"dog ".repeat(100_000)))).await;
        assert_eq!(endless, (silent, 1));
        let symbols = kind.failure(Act::Answer(200, "", (kind.says)("!!! 🐶"))).await;
        assert_eq!(symbols, ("AI generated invalid filename".into(), 1));
    }
}

#[tokio::test(start_paused = true)]
async fn a_cut_connection_is_tried_again_and_then_said() {
    for kind in KINDS {
        for cut in [Act::Cut, Act::CutBody((kind.says)("red fox in snow"))] {
            let (result, times) = kind.ask(vec![cut.clone(), kind.good()]).await;
            assert_eq!((result.unwrap().name.as_str(), times), ("red-fox-in-snow", 2));
            let sentence = format!("{} could not be reached", kind.label);
            assert_eq!(kind.failure(cut).await, (sentence, 3));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_minute_of_silence_is_not_waited_for() {
    for kind in KINDS {
        let start = Instant::now();
        let silence = Act::Silence(Duration::from_secs(60), (kind.says)("red fox"));
        let (result, times) = kind.ask(vec![silence]).await;
        assert_eq!(result, Err(ProviderError::TimedOut(kind.label.into())));
        assert_eq!(times, 3);
        // Three times thirty seconds, half a second and a second between.
        assert_eq!(start.elapsed().as_secs(), 91);
    }
}

#[tokio::test(start_paused = true)]
async fn a_service_that_keeps_failing_is_left_alone_and_tried_again_later() {
    for kind in KINDS {
        let broken = Act::Answer(503, "", "{}".into());
        let service = Service::start([vec![broken; 5], vec![kind.good()]].concat()).await;
        let client = kind.client(&service);
        let _ = client.describe(&ASK).await;
        let _ = client.describe(&ASK).await;
        let paused = ProviderError::Paused(kind.label.into());
        assert_eq!(client.describe(&ASK).await, Err(paused));
        assert_eq!(service.times(), 5, "nothing more was sent");
        tokio::time::advance(Duration::from_secs(30)).await;
        assert_eq!(client.describe(&ASK).await.unwrap().name, "red-fox-in-snow");
    }
}
