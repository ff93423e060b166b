//! The plans as they are sold, for the plan dialog and the limits shown in the tool.

use nomina_rules::plans::{PLANS, Plan};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::base::extract::Json;
use crate::base::feature::{Feature, Host};

/// What this feature offers to the program.
pub fn feature<S: Host>() -> Feature<S> {
    Feature { routes: || OpenApiRouter::new().routes(routes!(list)), ..Feature::new("plans") }
}

/// Every plan, lowest first, guests included.
#[utoipa::path(get, path = "/api/v1/plans", tag = "plans", responses((status = 200, body = Vec<Plan>)))]
pub async fn list() -> Json<&'static [Plan]> {
    Json(&PLANS)
}
