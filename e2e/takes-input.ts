/** Whether React has taken over the document; what is no page of the shop's takes input anyway. */
export function takesInput() {
  if (!document.getElementById('scripts')) return true
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
  type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
  const root = key && (document as never as Record<string, Root>)[key]
  return root ? !root.stateNode.current.memoizedState.isDehydrated : false
}
