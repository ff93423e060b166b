// A person's image, or their initials on a marker stroke.
import { Avatar } from '@mantine/core'
import type { User } from '@/api/types'

export function UserAvatar({ user, size }: { user: User; size: number }) {
  const name = user.fullName || user.email
  return (
    <Avatar aria-hidden src={user.avatarUrl ?? null} alt="" size={size} radius={999} color="marker" variant="filled">
      {initialsOf(name)}
    </Avatar>
  )
}

export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const first = words[0] ?? '?'
  const last = words.length > 1 ? words.at(-1) : undefined
  return [first, last]
    .map((word) => (word ? (Array.from(word)[0] ?? '') : ''))
    .join('')
    .toUpperCase()
}
