// What lies below the landing page's first window is laid out after the page can be used, one part in a frame: all of it at
// once would hold a phone up. Who comes to a place within the page (a link, Back, a reload) gets it whole at once.
{
  const root = document.documentElement
  const [arrival] = performance.getEntriesByType('navigation')
  const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin', 'hashchange', 'beforeprint']
  const parts = () => [...document.querySelectorAll('#home ~ section')]
  const whole = () => {
    for (const sign of SIGNS) removeEventListener(sign, whole, true)
    delete root.dataset.below
    for (const part of parts()) part.style.contentVisibility = ''
  }
  const next = ([part, ...others]) => {
    if (!part || root.dataset.below === undefined) return whole()
    part.style.contentVisibility = 'visible'
    requestAnimationFrame(() => setTimeout(next, 0, others))
  }
  if (!location.hash && arrival?.type === 'navigate') {
    // A rule in landing-page.module.css.
    root.dataset.below = 'later'
    for (const sign of SIGNS) addEventListener(sign, whole, { capture: true, passive: true })
    addEventListener('load', () => setTimeout(() => next(parts())))
  }
}
