export function MailboxPage() {
  return null
}
