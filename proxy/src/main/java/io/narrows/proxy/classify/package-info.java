/** What traffic is, told by its first bytes. Bytes are watched, never changed. */
package io.narrows.proxy.classify;
