// Plays the recordings of flutter.json at Flutter's own recognizers: flutter test facts_test.dart
// --dart-define=FACTS=path/to/facts/flutter.json

import 'dart:convert';
import 'dart:io';
import 'dart:math';

import 'package:flutter/gestures.dart';
import 'package:flutter/widgets.dart';
import 'package:flutter_test/flutter_test.dart';

/// A transition of a recognizer, with its value if it has one.
typedef Transition = ({String recognizer, String state, Map<String, Object> values});

const _kinds = {'tap', 'double-tap', 'long-press', 'pan', 'pinch', 'rotation'};

void main() {
  const path = String.fromEnvironment('FACTS', defaultValue: '../../facts/flutter.json');
  final suite = jsonDecode(File(path).readAsStringSync()) as Map<String, dynamic>;
  for (final fact in (suite['facts'] as List).cast<Map<String, dynamic>>()) {
    final kinds = [for (final one in fact['recognizers']) one['kind'] as String];
    // A detector cannot pan and scale at the same time, and one scale recognizer is both a pinch and a rotation.
    final isKnown = kinds.every(_kinds.contains) && kinds.toSet().intersection({'pan', 'pinch', 'rotation'}).length < 2;
    testWidgets(fact['id'] as String, (tester) async {
      final found = await _play(tester, fact);
      final differs = fact['differs'] as Map<String, dynamic>?;
      _compare((differs?['flutter'] ?? fact)['expect'] as List, found);
    }, skip: !isKnown);
  }
}

/// Plays the touches of a fact with their times, and returns what the detector reports.
Future<List<Transition>> _play(WidgetTester tester, Map<String, dynamic> fact) async {
  final found = <Transition>[];
  await tester.pumpWidget(Align(alignment: Alignment.topLeft, child: SizedBox(width: 400, height: 600, child: _detector(fact, found))));
  final fingers = <int, TestGesture>{};
  var now = 0.0;
  var pointers = 0;
  for (final touch in (fact['touches'] as List).cast<Map<String, dynamic>>()) {
    final time = (touch['t'] as num).toDouble();
    final stamp = Duration(microseconds: (time * 1e6).round());
    final place = Offset((touch['x'] as num).toDouble(), (touch['y'] as num).toDouble());
    if (time > now) await tester.pump(Duration(microseconds: ((time - now) * 1e6).round()));
    now = time;
    final id = touch['id'] as int;
    switch (touch['phase']) {
      case 'down':
        fingers[id] = await tester.createGesture(pointer: ++pointers);
        await fingers[id]!.down(place, timeStamp: stamp);
      case 'move':
        await fingers[id]!.moveTo(place, timeStamp: stamp);
      case 'up':
        await fingers.remove(id)!.up(timeStamp: stamp);
      case 'cancel':
        await fingers.remove(id)!.cancel(timeStamp: stamp);
    }
  }
  await tester.pump(const Duration(seconds: 1));
  return found;
}

/// A detector with a callback for each recognizer of the fact.
Widget _detector(Map<String, dynamic> fact, List<Transition> found) {
  final names = {for (final one in fact['recognizers']) one['kind'] as String: one['name'] as String};
  void note(String kind, String state, [Map<String, Object> values = const {}]) =>
      found.add((recognizer: names[kind]!, state: state, values: values));
  bool has(String kind) => names.containsKey(kind);
  final scaling = has('pinch') ? 'pinch' : 'rotation';
  final scales = has('pinch') || has('rotation');
  var translation = Offset.zero;
  Map<String, Object> moved() => {'translation': [translation.dx, translation.dy]};
  // A scale gesture of one finger is neither a pinch nor a rotation.
  var isScaling = false;
  return GestureDetector(
    behavior: HitTestBehavior.opaque,
    onTap: has('tap') ? () => note('tap', 'recognized') : null,
    onDoubleTap: has('double-tap') ? () => note('double-tap', 'recognized') : null,
    onLongPressStart: has('long-press') ? (_) => note('long-press', 'began') : null,
    onLongPressEnd: has('long-press') ? (_) => note('long-press', 'ended') : null,
    onPanStart: has('pan') ? (_) { translation = Offset.zero; note('pan', 'began', moved()); } : null,
    onPanUpdate: has('pan') ? (details) { translation += details.delta; note('pan', 'changed', moved()); } : null,
    onPanEnd: has('pan') ? (_) => note('pan', 'ended', moved()) : null,
    onScaleStart: scales ? (details) => isScaling = details.pointerCount > 1 : null,
    onScaleUpdate: scales ? (details) {
      if (details.pointerCount < 2) return;
      final isFirst = isScaling;
      isScaling = false;
      note(scaling, isFirst ? 'began' : 'changed', {'scale': details.scale, 'rotation': details.rotation * 180 / pi});
    } : null,
    onScaleEnd: scales ? (_) {
      final last = found.where((one) => one.recognizer == names[scaling]).lastOrNull;
      if (last != null && last.state != 'ended') note(scaling, 'ended');
    } : null,
  );
}

/// Compares in order. A detector reports no failures, and changes that the fact does not name are left out.
void _compare(List expected, List<Transition> found) {
  final rest = [...found];
  for (final one in expected.cast<Map<String, dynamic>>().where((one) => one['state'] != 'failed')) {
    bool matches(Transition other) => other.recognizer == one['recognizer'] && other.state == one['state'] && _isNear(one, other.values);
    while (rest.isNotEmpty && rest.first.state == 'changed' && !matches(rest.first)) {
      rest.removeAt(0);
    }
    expect(rest, isNotEmpty, reason: 'no more transitions for $one');
    expect(matches(rest.first), isTrue, reason: 'expected $one, found ${rest.first}');
    rest.removeAt(0);
  }
  expect(rest.where((one) => one.state != 'changed'), isEmpty);
}

bool _isNear(Map<String, dynamic> expected, Map<String, Object> values) {
  final within = (expected['within'] as num?)?.toDouble() ?? 0.01;
  for (final key in ['translation', 'scale', 'rotation']) {
    if (!expected.containsKey(key) || !values.containsKey(key)) continue;
    final wanted = expected[key] is List ? (expected[key] as List).cast<num>() : [expected[key] as num];
    final found = values[key] is List ? (values[key]! as List).cast<num>() : [values[key]! as num];
    for (final (index, value) in wanted.indexed) {
      if ((value - found[index]).abs() > within) return false;
    }
  }
  return true;
}
