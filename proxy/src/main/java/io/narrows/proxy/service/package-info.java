/** The state of the process as its service manager, systemd, sees it. */
package io.narrows.proxy.service;
