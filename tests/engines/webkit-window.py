"""A window with one WebKit view that WebKitWebDriver controls: FOLDER WIDTH HEIGHT.

MiniBrowser, which the driver starts otherwise, is never as narrow as a phone and forgets everything when it ends.

Scripts come through the socket FOLDER/page and not through the driver: after a Back to a page of another process the
driver reaches that page no more. A connection sends the body of an async function as a line of JSON and receives a line
of JSON.
"""

import json
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gio, GLib, Gtk, WebKit2  # noqa: E402

folder, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
context = WebKit2.WebContext.new_with_website_data_manager(
    WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder)
)
context.set_automation_allowed(True)
window = Gtk.Window()
window.set_decorated(False)
window.connect("destroy", Gtk.main_quit)


views = []


def answer(_service, connection, _source):
    def on_line(lines, result):
        body, _length = lines.read_line_finish_utf8(result)
        if body is not None:
            views[-1].call_async_javascript_function(
                json.loads(body), -1, None, None, None, None, on_result
            )

    def on_result(view, result):
        try:
            value = view.call_async_javascript_function_finish(result)
            reply = {"json": value.to_string()}
        except GLib.Error as error:
            reply = {"error": error.message}
        line = json.dumps(reply) + "\n"
        try:
            connection.get_output_stream().write_all(line.encode(), None)
            connection.close(None)
        except GLib.Error:
            pass  # It was asked again meanwhile.

    lines = Gio.DataInputStream.new(connection.get_input_stream())
    lines.read_line_async(GLib.PRIORITY_DEFAULT, None, on_line)
    return True


service = Gio.SocketService()
address = Gio.UnixSocketAddress.new(os.path.join(folder, "page"))
service.add_address(address, Gio.SocketType.STREAM, Gio.SocketProtocol.DEFAULT, None)
service.connect("incoming", answer)
service.start()


def create_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_enable_page_cache(True)
    settings.set_enable_write_console_messages_to_stdout(True)
    # Xvfb has no graphics card.
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    views.append(view)
    view.set_size_request(width, height)
    window.add(view)
    window.show_all()
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    info.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", start)
Gtk.main()
