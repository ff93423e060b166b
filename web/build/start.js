// Starts a drawn page after its first paint. The build puts the list of its scripts (FILES), the entry first, in front of this text.
{
  const add = (kind, how) => {
    const element = Object.assign(document.createElement(kind), how)
    document.body.append(element)
    return element
  }
  // A frame whose document stays open holds the load event back: the page counts as loaded when it can be used.
  // The app removes it (src/app/main.tsx).
  const opening = add('iframe', { id: 'opening', hidden: true })
  opening.contentDocument.open()
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    add('script', { type: 'module', crossOrigin: '', src: FILES[0], onerror: () => opening.remove() })
    // One by one: asking for all of them at once would hold a phone up.
    for (const href of FILES.slice(1)) setTimeout(add, 0, 'link', { rel: 'modulepreload', crossOrigin: '', href })
  }
  // A tab in the background paints nothing.
  if (document.hidden) begin()
  else new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  setTimeout(begin, 2000)
}
