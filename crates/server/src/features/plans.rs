//! The plans as they are sold, for the plan dialog and the limits shown in the tool.

use nomina_rules::plans::{PLANS, Plan};

use crate::base::extract::Json;

/// Every plan, lowest first, guests included.
#[utoipa::path(get, path = "/api/v1/plans", tag = "plans", responses((status = 200, body = Vec<Plan>)))]
pub async fn list() -> Json<&'static [Plan]> {
    Json(&PLANS)
}
