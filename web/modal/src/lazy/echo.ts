/** The lazy chunk of the module `echo`. */
export { glue } from 'virtual:latchkit-glue/echo'
