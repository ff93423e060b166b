declare module 'virtual:plans' {
  const plans: import('./types').Plan[]
  export default plans
}

declare module 'virtual:bounds' {
  const bounds: import('./types').Bounds
  export default bounds
}
