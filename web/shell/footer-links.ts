export type FooterLink = { label: string; to: string }

const help = /^(mailto:|\/(faq|status|dashboard|link|login|verify-email|forgot-password)\b)/
const community = /^(https?:|\/blogs?\b)/i

/** Groups the links that staff entered by target, and adds the links that every shop has. */
export function groupFooterLinks(links: readonly FooterLink[], communityUrl: string | null) {
  /** Links that every shop has. If staff entered one too, it keeps their label and is not repeated. */
  const always = {
    help: [{ label: 'Contact Support', to: '/dashboard?t=support' }],
    community: communityUrl ? [{ label: 'Discord', to: communityUrl }] : [],
    legal: [
      { label: 'Terms', to: '/terms' },
      { label: 'Refunds', to: '/refunds' },
      { label: 'Privacy', to: '/privacy' },
    ],
  }
  const fixed = new Set(Object.values(always).flatMap((group) => group.map(({ to }) => to)))
  const named = (group: FooterLink[]) =>
    group.map((link) => links.find(({ to }) => to === link.to) ?? link)
  const own = links.filter(({ to }) => !fixed.has(to))
  const isHelp = ({ to }: FooterLink) => help.test(to)
  const isCommunity = ({ to }: FooterLink) => community.test(to)
  const groups = [
    { title: 'Shop', links: own.filter((link) => !isHelp(link) && !isCommunity(link)) },
    { title: 'Help', links: [...own.filter(isHelp), ...named(always.help)] },
    { title: 'Community', links: [...own.filter(isCommunity), ...named(always.community)] },
    { title: 'Legal', links: named(always.legal) },
  ]
  return groups.filter((group) => group.links.length > 0)
}
