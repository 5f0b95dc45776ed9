/**
 * Whether React has hydrated the document. Documents that are not pages of the shop always accept
 * input.
 */
export function takesInput() {
  if (!document.getElementById('scripts')) return true
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
  type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
  const root = key && (document as never as Record<string, Root>)[key]
  return root ? !root.stateNode.current.memoizedState.isDehydrated : false
}
