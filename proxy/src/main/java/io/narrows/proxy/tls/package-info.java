/** Mutual TLS of links, from the files in force. */
package io.narrows.proxy.tls;
