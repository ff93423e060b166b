// The landing page's words. Short, concrete, and nothing the product does not do.
import { t } from '@/lib/messages'

export const FEATURES = [
  {
    title: t`Names that describe`,
    text: t`A vision model looks at each image. You review and edit; the ZIP can include undo scripts.`,
  },
  {
    title: t`What you see is what you get`,
    text: t`Watermark with ten fonts or your logo, in a corner, centred or tiled. The preview is the output.`,
  },
  {
    title: t`The right size`,
    text: t`Resize, convert and compress in the same pass. Files that are already small are left alone.`,
  },
  {
    title: t`Clean metadata`,
    text: t`With a free account, remove location and camera data and keep the date. Paid plans add your own copyright.`,
  },
] as const

export const STEPS = [
  {
    title: t`Upload`,
    text: t`Up to 20 images at once: JPG, PNG, HEIC, WebP, AVIF, TIFF, JPEG XL, GIF or BMP. They are opened in your browser.`,
  },
  {
    title: t`AI Analysis`,
    text: t`The model sees a small copy. Each image gets a short, descriptive, unique name.`,
  },
  { title: t`Download`, text: t`One ZIP with the new names and, if you like, a list of old and new names.` },
] as const

export const USE_CASES = [
  {
    who: t`Photographers`,
    text: t`Deliver galleries that clients can search, with your watermark on every image.`,
  },
  {
    who: t`Businesses`,
    text: t`Product images named after the product and sized for your shop.`,
  },
  {
    who: t`Designers`,
    text: t`Asset folders without final-final-3. On paid plans, your own words keep a project together.`,
  },
  {
    who: t`Content creators`,
    text: t`Images that search engines understand, small enough for a fast page.`,
  },
  {
    who: t`Personal users`,
    text: t`Years of phone photos, easy to find by what they show.`,
  },
  {
    who: t`Data teams`,
    text: t`Consistent names for datasets, with a manifest of old names, new names and hashes.`,
  },
] as const
