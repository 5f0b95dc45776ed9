/** The placeholders that a text can use, with their meaning. */
export function Placeholders({ of }: { of: Readonly<Record<string, string>> }) {
  return (
    <>
      Placeholders:{' '}
      {Object.entries(of).map(([name, meaning], i) => (
        <span key={name}>
          {i > 0 && ', '}
          <code className="font-mono text-soft">{`{${name}}`}</code> {meaning}
        </span>
      ))}
      .
    </>
  )
}
