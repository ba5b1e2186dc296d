/** What traffic is, told by its first bytes and its rhythm. Bytes are watched, never changed and never held back. */
package io.narrows.proxy.classify;
