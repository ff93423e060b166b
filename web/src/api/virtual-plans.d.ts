declare module 'virtual:plans' {
  const plans: import('./types').Plan[]
  export default plans
}
