/**
 * Links between sidecars: greeting, frames, both directions with their contexts, pools of ready links, and the watch over
 * silent ones. docs/formats/link-protocol.md has the format; a link and all that it holds belong to one event loop.
 */
package io.narrows.proxy.link;
