/** Reloading of the configuration: files are watched, read, validated, compared and applied, one reload at a time. */
package io.narrows.proxy.reload;
