// Every global style in the order in which it must apply. Imported once, by the entry and by no one else.
import './layers.css'
import './fonts.css'
import './mantine.css'
import './mantine-variables.css'
import './tokens.css'
import './base.css'
import './components.css'
