export type FooterLink = { label: string; to: string }

const help = /^(mailto:|\/(faq|status|dashboard|link|login|verify-email|forgot-password)\b)/
const community = /^(https?:|\/blogs?\b)/i

/** Groups the links that staff entered by their targets, with the links that every shop has. */
export function groupFooterLinks(links: readonly FooterLink[], communityUrl: string | null) {
  const isHelp = ({ to }: FooterLink) => help.test(to)
  const isCommunity = ({ to }: FooterLink) => community.test(to)
  const support = { label: 'Contact Support', to: '/dashboard?t=support' }
  const groups = [
    { title: 'Shop', links: links.filter((link) => !isHelp(link) && !isCommunity(link)) },
    { title: 'Help', links: [...links.filter(isHelp), support] },
    {
      title: 'Community',
      links: [
        ...links.filter(isCommunity),
        ...(communityUrl ? [{ label: 'Discord', to: communityUrl }] : []),
      ],
    },
    {
      title: 'Legal',
      // These pages always exist, whatever texts the operator writes.
      links: [
        { label: 'Terms', to: '/terms' },
        { label: 'Refunds', to: '/refunds' },
        { label: 'Privacy', to: '/privacy' },
      ],
    },
  ]
  return groups.filter((group) => group.links.length > 0)
}
