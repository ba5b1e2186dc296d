/** Code shared by tests, also of the store: writes that wait for flushes, and filters for compactions. */
package io.narrows.storage.support;
