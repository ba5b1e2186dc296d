/** All links of this process: the registry, the environment that they share, the watchdog, and their metrics. */
package io.narrows.proxy.link.registry;
