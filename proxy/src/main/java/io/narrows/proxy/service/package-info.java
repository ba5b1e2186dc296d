/** Reports the state of the process to its service manager, systemd. */
@NullMarked
package io.narrows.proxy.service;

import org.jspecify.annotations.NullMarked;
