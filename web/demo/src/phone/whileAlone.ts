/**
 * There is one phone: whichever window opened it last has it, and the one before is told. Pages without
 * https have no locks, and then nobody is told.
 */
export function whileAlone(taken: () => void) {
  const held = navigator.locks?.request('dev-phone', { steal: true }, () => new Promise(() => {}))
  held?.catch(taken)
}
