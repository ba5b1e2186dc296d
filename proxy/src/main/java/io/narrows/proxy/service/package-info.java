/** Reports the state of the process to its service manager, systemd. */
package io.narrows.proxy.service;
