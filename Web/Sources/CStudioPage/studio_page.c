#include "frameit_studio_page.h"

/* #embed is C23, but the compiler supports it for older C, too. */
#pragma clang diagnostic ignored "-Wc23-extensions"
static const char style[] = {
#embed "page.css"
};
static const char body[] = {
#embed "page.html"
};
/* One script: declarations first, and main.js, which starts the page, last. */
static const char script[] = {
#embed "page.js"
,
#embed "socket.js"
,
#embed "canvas.js"
,
#embed "overlay.js"
,
#embed "fingers.js"
,
#embed "grammar.js"
,
#embed "editor.js"
,
#embed "adjust.js"
,
#embed "handles.js"
,
#embed "crop.js"
,
#embed "straighten.js"
,
#embed "corners.js"
,
#embed "timeline.js"
,
#embed "layers.js"
,
#embed "dialog.js"
,
#embed "play.js"
,
#embed "strip.js"
,
#embed "export.js"
,
#embed "panes.js"
,
#embed "keys.js"
,
#embed "main.js"
};

/* The grammar that editors use, too. */
static const char grammar[] = {
#embed "../../../Editors/vscode/syntaxes/frameit.tmLanguage.json"
};

const struct frameit_studio_part frameit_studio_style = {style, sizeof style};
const struct frameit_studio_part frameit_studio_body = {body, sizeof body};
const struct frameit_studio_part frameit_studio_script = {script, sizeof script};
const struct frameit_studio_part frameit_studio_grammar = {grammar, sizeof grammar};
