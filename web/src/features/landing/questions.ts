// Questions that people ask first. Each answer is true of the code as it stands; the page's structured data is made of the same list.
// A relative path: the build reads this list as well.
import { t } from '../../lib/messages.ts'

export const QUESTIONS = [
  {
    question: t`Do my images leave my computer?`,
    answer: t`They are opened, processed and zipped in your browser. To find a name, a copy of at most 1024 pixels without metadata is sent to the server and not kept. With "On this device", nothing is sent. With an account, finished ZIPs are saved to your history; you can turn that off in settings.`,
  },
  {
    question: t`Do I need an account?`,
    answer: t`No. Naming, watermarks, resizing, conversion and the ZIP work without one. An account adds templates, a history of your batches, and settings on every device.`,
  },
  {
    question: t`Which formats can it read and write?`,
    answer: t`JPEG, PNG, HEIC, WebP, AVIF, TIFF, JPEG XL, GIF and BMP in; JPEG, PNG, WebP, AVIF or the original format out. RAW files are named by their preview and only renamed. Animations are kept where the output format supports them.`,
  },
  {
    question: t`What if a name is wrong?`,
    answer: t`Click it and type, choose an alternative, or use find and replace for the whole batch. The originals on your disk are never changed: the ZIP holds copies and, if you like, an undo script.`,
  },
  {
    question: t`Can I keep my own file names?`,
    answer: t`Yes. "Keep my names" leaves them as they are, and you can still watermark, resize, convert and compress. This does not use your allowance.`,
  },
  {
    question: t`Does it work offline?`,
    answer: t`Yes, after the first visit: images are processed and, with "On this device", also named. Names made offline are counted when you are back online.`,
  },
  {
    question: t`Is it free software?`,
    answer: t`Yes, MIT or Apache 2.0. One command starts it on your own machine; once it is set up it needs no key and no network.`,
  },
] as const
