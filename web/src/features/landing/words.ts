// The landing page's words. Short, concrete, and nothing the product does not do.

export const FEATURES = [
  {
    title: 'Names that say it',
    text: 'A vision model looks at each picture. You review and edit; the ZIP can bring scripts that undo it.',
  },
  {
    title: 'Watermark as you see it',
    text: 'Ten fonts or your logo, in a corner, centred or tiled. The preview is the output.',
  },
  {
    title: 'The right size',
    text: 'Resize, convert and compress in the same pass. What is small already stays as it was.',
  },
  {
    title: 'Clean metadata',
    text: 'With a free account: strip location and camera, keep the date. Paid plans add your own copyright.',
  },
] as const

export const STEPS = [
  { title: 'Upload', text: 'Up to 20 pictures at once: JPG, PNG, GIF, WebP or BMP. They are opened in your browser.' },
  {
    title: 'AI Analysis',
    text: 'Only a small copy is looked at. Each picture gets a short, descriptive, unique name.',
  },
  { title: 'Download', text: 'One ZIP with the new names, and a list of old and new ones if you want it.' },
] as const

export const USE_CASES = [
  {
    who: 'Photographers',
    text: 'Deliver galleries that clients can search, with your mark on every picture.',
  },
  {
    who: 'Businesses',
    text: 'Product pictures that carry the product in their name, sized for the shop.',
  },
  {
    who: 'Designers',
    text: 'Asset folders without final-final-3. On paid plans your own words keep a project together.',
  },
  {
    who: 'Content creators',
    text: 'Pictures that search engines understand, light enough for a fast page.',
  },
  {
    who: 'Personal users',
    text: 'Years of phone pictures, found again by what is on them.',
  },
  {
    who: 'Data teams',
    text: 'Consistent names for datasets, with a manifest of old names, new names and hashes.',
  },
] as const
