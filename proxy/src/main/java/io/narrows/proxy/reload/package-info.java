/** How another configuration comes into force: files are watched, read, validated, compared and applied, one at a time. */
package io.narrows.proxy.reload;
