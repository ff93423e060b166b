declare module 'virtual:plans' {
  const plans: import('./types').Plan[]
  export default plans
}

declare module 'virtual:bounds' {
  const bounds: import('./types').Bounds
  export default bounds
}

declare module 'virtual:likeness' {
  /** `Likeness` of crates/rules/src/names/alike.rs. */
  const likeness: { sameImage: number; telling: number; sameScene: number; burstS: number }
  export default likeness
}
