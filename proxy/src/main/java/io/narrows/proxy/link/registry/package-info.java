/** All links of this process: the registry, the environment that they share, the watchdog, and their metrics. */
@NullMarked
package io.narrows.proxy.link.registry;

import org.jspecify.annotations.NullMarked;
