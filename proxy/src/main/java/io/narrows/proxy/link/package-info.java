/**
 * Links between sidecars: greeting, frames, both directions with their contexts, pools of ready links, and the
 * watchdog. The format is described in docs/formats/link-protocol.md; a link and its parts belong to one event loop.
 */
package io.narrows.proxy.link;
