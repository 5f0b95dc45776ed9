import { useNavigate } from 'react-router'
import { useAction } from '../api/action.ts'
import { messageOf } from '../api/error.ts'
import { signOut } from './session.ts'

/** Signs out, then goes to the home page or runs the given callback. */
export function useSignOut(onDone?: () => unknown) {
  const navigate = useNavigate()
  return useAction(signOut, {
    failed: 'Signing out failed. Please try again.',
    say: messageOf,
    failureIn: 'toast',
    reload: onDone ? 'done' : 'never',
    onDone: onDone ?? (() => navigate('/')),
  })
}
