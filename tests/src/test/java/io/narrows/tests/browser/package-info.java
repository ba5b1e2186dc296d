/** A real browser, driven over the DevTools protocol with the JDK's own WebSocket client. */
package io.narrows.tests.browser;
