/**
 * History that the links of two sidecars share: what one of them carried is in the window of others, in both directions. The
 * messages are in docs/formats/link-protocol.md.
 */
package io.narrows.proxy.link.shared;
