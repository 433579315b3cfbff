// Records the touches of a Flutter app as lines of JSON for frameit.

import 'dart:convert';
import 'dart:math';

import 'package:flutter/gestures.dart';

/// Writes down every touch of the app. Call [start] once, after `runApp`.
class TouchRecorder {
  final StringBuffer _lines = StringBuffer();
  final Map<int, int> _ids = {};
  final Map<int, double> _times = {};
  Duration? _start;
  double _now = 0;

  /// The lines so far: one JSON object for each event of a finger.
  String get recording => _lines.toString();

  void start() => GestureBinding.instance.pointerRouter.addGlobalRoute(_record);

  void stop() => GestureBinding.instance.pointerRouter.removeGlobalRoute(_record);

  /// Forgets the recording. The next touch has the time 0.
  void clear() {
    _lines.clear();
    _ids.clear();
    _times.clear();
    _start = null;
    _now = 0;
  }

  void _record(PointerEvent event) {
    final phase = switch (event) {
      PointerDownEvent() => 'down',
      PointerMoveEvent() => 'move',
      PointerUpEvent() => 'up',
      PointerCancelEvent() => 'cancel',
      _ => null,
    };
    if (phase == null || event.kind != PointerDeviceKind.touch) return;
    // Flutter never reuses a pointer number, so each finger gets the lowest free one.
    if (phase == 'down') {
      _ids[event.pointer] = Iterable.generate(100, (index) => index + 1).firstWhere((id) => !_ids.containsValue(id));
    }
    final id = _ids[event.pointer];
    // A finger that was down before the recording began has no ID.
    if (id == null) return;
    final start = _start ??= event.timeStamp;
    _now = max(_now, (event.timeStamp - start).inMicroseconds / 1e6);
    // A finger often moves and goes up in one instant. frameit allows one event of a finger at a time.
    if (_times[id] == _now) _now += 0.0001;
    _times[id] = _now;
    _lines.writeln(jsonEncode({'id': id, 'phase': phase, 't': _now, 'x': event.position.dx, 'y': event.position.dy}));
    if (phase == 'up' || phase == 'cancel') _ids.remove(event.pointer);
  }
}
