// Short names for the generated types. Never written by hand: they come from Rust through OpenAPI (`make api`).
import type { components } from './schema'

type Schemas = components['schemas']

export type SessionAnswer = Schemas['SessionView']
export type User = Schemas['UserView']
export type Preferences = Schemas['Preferences']
export type DeviceSession = Schemas['DeviceView']
export type DevEmail = Schemas['DevEmail']
export type Tier = Schemas['Tier']
export type Plan = Schemas['Plan']
export type ProcessingOptions = Schemas['ProcessingOptions']
