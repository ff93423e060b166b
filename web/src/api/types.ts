// Short names for the generated types. Never written by hand: they come from Rust through OpenAPI (`make api`).
import type { components } from './schema'

type Schemas = components['schemas']

export type SessionAnswer = Schemas['SessionAnswer']
export type User = Schemas['User']
export type Preferences = Schemas['Preferences']
export type DeviceSession = Schemas['DeviceSession']
export type Tier = Schemas['Tier']
export type Plan = Schemas['Plan']
export type ProcessingOptions = Schemas['ProcessingOptions']
