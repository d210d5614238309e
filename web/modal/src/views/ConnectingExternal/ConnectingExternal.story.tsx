import { connecting } from '../../generated/fixtures/connecting.ts'

export const title = 'ConnectingExternal'

export const states = connecting
