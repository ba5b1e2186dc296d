/** Peers found in DNS: the addresses of a name, or the services of SRV records. */
@NullMarked
package io.narrows.proxy.discovery.dns;

import org.jspecify.annotations.NullMarked;
