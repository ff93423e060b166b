// The landing page's words. Short, concrete, and nothing the product does not do.

export const FEATURES = [
  {
    title: 'Names that describe',
    text: 'A vision model looks at each image. You review and edit; the ZIP can include undo scripts.',
  },
  {
    title: 'What you see is what you get',
    text: 'Watermark with ten fonts or your logo, in a corner, centred or tiled. The preview is the output.',
  },
  {
    title: 'The right size',
    text: 'Resize, convert and compress in the same pass. Files that are already small are left alone.',
  },
  {
    title: 'Clean metadata',
    text: 'With a free account, remove location and camera data and keep the date. Paid plans add your own copyright.',
  },
] as const

export const STEPS = [
  {
    title: 'Upload',
    text: 'Up to 20 images at once: JPG, PNG, HEIC, WebP, AVIF, TIFF, GIF or BMP. They are opened in your browser.',
  },
  {
    title: 'AI Analysis',
    text: 'The model sees a small copy. Each image gets a short, descriptive, unique name.',
  },
  { title: 'Download', text: 'One ZIP with the new names and, if you like, a list of old and new names.' },
] as const

export const USE_CASES = [
  {
    who: 'Photographers',
    text: 'Deliver galleries that clients can search, with your watermark on every image.',
  },
  {
    who: 'Businesses',
    text: 'Product images named after the product and sized for your shop.',
  },
  {
    who: 'Designers',
    text: 'Asset folders without final-final-3. On paid plans, your own words keep a project together.',
  },
  {
    who: 'Content creators',
    text: 'Images that search engines understand, small enough for a fast page.',
  },
  {
    who: 'Personal users',
    text: 'Years of phone photos, easy to find by what they show.',
  },
  {
    who: 'Data teams',
    text: 'Consistent names for datasets, with a manifest of old names, new names and hashes.',
  },
] as const
