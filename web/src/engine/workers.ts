/** How many images are worked on at once: one core is left to the page. */
export const engineWorkers = () => Math.max(1, (navigator.hardwareConcurrency || 2) - 1)
