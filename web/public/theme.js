// Runs before the first paint so that the page never flashes in the wrong colours. Same key and default as src/ui/theme/color-scheme.ts.
;(() => {
  let stored = 'dark'
  try {
    stored = localStorage.getItem('nomina-theme') || 'dark'
  } catch {
    // Storage is closed to us (private mode): the default stays.
  }
  const dark = stored === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : stored !== 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
