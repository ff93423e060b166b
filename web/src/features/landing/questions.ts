// Questions that people ask first. Each answer is true of the code as it stands; the page's structured data is made of the same list.

export const QUESTIONS = [
  {
    question: 'Do my pictures leave my computer?',
    answer:
      'They are opened, processed and zipped in your browser. To find a name, a copy of at most 1024 pixels without metadata is looked at on the server and not kept. With "On this device" not even that leaves. With an account, finished ZIPs are kept as your history; a setting switches that off.',
  },
  {
    question: 'Do I need an account?',
    answer:
      'No. Naming, watermarks, resizing, conversion and the ZIP work at once. An account adds templates, a history of your batches and settings that follow you.',
  },
  {
    question: 'Which formats can it read and write?',
    answer:
      'JPEG, PNG, WebP, GIF and BMP in; JPEG, PNG, WebP or the original format out. Animations stay animations where the format can hold them.',
  },
  {
    question: 'What if a name is wrong?',
    answer:
      'Click it and type, take one of the alternatives, or find and replace over the whole batch. The originals on your disk are never touched: the ZIP holds copies, and a script that undoes the renaming if you want one.',
  },
  {
    question: 'Can I keep my own file names?',
    answer:
      'Yes. "Keep my names" leaves them as they are, and you use the rest: watermark, resize, convert, compress. That costs no names.',
  },
  {
    question: 'Does it work without a network?',
    answer:
      'After the first visit, yes: pictures are processed, and with "On this device" named as well. Names made offline are counted when you are back.',
  },
  {
    question: 'Is it free software?',
    answer:
      'Yes, MIT or Apache 2.0. One command starts it on your own machine; once it is set up it needs no key and no network.',
  },
] as const
