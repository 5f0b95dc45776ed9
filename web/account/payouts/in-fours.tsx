/**
 * An address in groups of four, so that customers can compare it with their wallet. Copying it
 * gives no spaces.
 */
export function InFours({ text }: { text: string }) {
  const groups = text.match(/.{1,4}/g) ?? []
  return (
    <span className="font-mono text-[0.9375rem] leading-7">
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address keep their places
        <span key={at} className="mr-[0.6ch] inline-block">
          {group}
        </span>
      ))}
    </span>
  )
}
