import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('shell/boundary.tsx', [
    index('storefront/landing/landing.tsx'),
    route('store', 'storefront/store/store.tsx'),
    route('product/:id', 'storefront/product/product.tsx'),
    route('cart', 'storefront/cart/cart-page.tsx'),
    route('login', 'account/login.tsx'),
    route('signup', 'account/signup.tsx'),
    route('verify-email', 'account/verify-email.tsx'),
    route('forgot-password', 'account/forgot-password.tsx'),
    route('reset-password', 'account/reset-password.tsx'),
    route('discord', 'account/profile/discord-callback.tsx'),
    route('dashboard', 'account/dashboard/dashboard.tsx'),
    route('checkout', 'checkout/checkout.tsx'),
    route('checkout/success', 'checkout/success.tsx'),
    route('crypto-payment', 'checkout/crypto/crypto-payment.tsx'),
    route('blog', 'storefront/blog/blog.tsx'),
    route('blogs/:id?', 'storefront/blog/post.tsx'),
    route('status', 'storefront/status/status.tsx'),
    route('faq', 'storefront/faq/faq.tsx'),
    route('privacy', 'storefront/privacy/privacy.tsx'),
    route('campaign', 'storefront/campaign/campaign.tsx'),
    layout('admin/layout.tsx', [
      route('admin/logs', 'admin/logs/logs.tsx'),
      route('admin/mails', 'admin/mails/mails.tsx'),
    ]),
    route('*', 'shell/not-found.tsx'),
  ]),
] satisfies RouteConfig
